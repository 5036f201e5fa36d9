#include "config.h"

#include "base/core/version.h"

#include "base/core/commit.def" /* GIT_COMMIT; made by src/local.mk */

const char *version_text(void)
{
    return PACKAGE_VERSION;
}

const char *version_commit(void)
{
    return GIT_COMMIT;
}
