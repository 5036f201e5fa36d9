#include "config.h"

#include "base/version.h"

#include "base/commit.def" /* GIT_COMMIT; made by src/local.mk */

const char *version_text(void)
{
    return PACKAGE_VERSION;
}

const char *version_commit(void)
{
    return GIT_COMMIT;
}
