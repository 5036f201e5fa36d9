# Unit tests are cmocka programs that speak TAP; tests of the whole program
# are scripts that run the real mpirun.
TEST_EXTENSIONS = .sh
driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = CMOCKA_MESSAGE_OUTPUT=TAP $(driver)
SH_LOG_DRIVER = $(driver)

# One line a unit test.
unit_tests =

LDADD = libcodarun.a $(CMOCKA_LIBS) $(codarun_libs)

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
