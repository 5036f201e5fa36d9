"""codarun for Spack.

Copy this folder to packages/codarun in a Spack repository of yours.  Then, in a
checkout, type

    spack dev-build codarun@0.1.0
"""

from spack.package import *

try:  # from Spack 1.0 on
    from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
except ImportError:
    pass


class Codarun(AutotoolsPackage):
    """Sweeps and data-parallel training of attention models over MPI ranks,
    the same bits for any number of ranks and threads."""

    license("BSD-3-Clause")

    version("0.1.0")

    depends_on("c", type="build")
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("libtool", type="build")  # required by Spack's autoreconf
    depends_on("pkgconfig", type="build")
    depends_on("openmpi")
    depends_on("openblas threads=openmp")
    depends_on("hdf5~mpi")
    depends_on("libfyaml")
    depends_on("random123")
    depends_on("xxhash")
    depends_on("utf8proc")
    depends_on("zlib-api")
    depends_on("xz")
    depends_on("curl")
    depends_on("openssl")
    depends_on("libarchive@3.3.3:")
    depends_on("expat@2.4:")
    depends_on("hwloc@2:")
    depends_on("cmocka", type="test")
    depends_on("gnuplot+cairo", type="run", when="+plot")
    depends_on("fontconfig", when="+plot")

    variant("plot", default=True, description="pictures, through gnuplot")

    def configure_args(self):
        return self.with_or_without("fontconfig", variant="plot")
