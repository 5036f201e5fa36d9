/* data_sets_multi30k.c - the 18 files of Multi30k, from one commit. */
#include "config.h"

#include "fetch/data_sets_internal.h"

#define MULTI30K(file, bytes, sha256)                           \
    {                                                           \
        GITHUB "multi30k/dataset/"                              \
               "a3d2e0d26b56f3846f66a952536ffed4e401d05a/data/" \
               "task1/raw/" file,                               \
            NULL, bytes, sha256                                 \
    }

const struct given_file multi30k_given[] = {
    MULTI30K(
        "train.en.gz", 568929,
        "d79cfa999dd4c51d2cb42499b6796d5a882c3a8a961923c25a898c90f8bbd56f"),
    MULTI30K(
        "train.de.gz", 637044,
        "726e39b2fa9eb9ffb6dc763fb35a179f80fae06ffc5d28b6ace5faa883de28a6"),
    MULTI30K(
        "train.fr.gz", 604242,
        "622e75069e9f4c577425c4f277116ce66e63a2401c0a2312d90073cb12379a3c"),
    MULTI30K(
        "val.en.gz", 21650,
        "14f7d25ddd868909a9213e361768460edcacdd6ab9d1e77b92560dc10c10dc28"),
    MULTI30K(
        "val.de.gz", 24681,
        "f0cba2f995189cf5770f29a8a9a537a3ad3f51657ad873405082ff6863a5e75a"),
    MULTI30K(
        "val.fr.gz", 23001,
        "ca3106f1a72390591d25f6c45cb4cd39dec4cd3f123e099748a3ce5256c160e9"),
    MULTI30K(
        "test_2016_flickr.en.gz", 21077,
        "611d361c6334bc7246101d48097c13cf5c4413c5befc793cc629934359d532d9"),
    MULTI30K(
        "test_2016_flickr.de.gz", 22890,
        "9204244e408ccb38d2a55cfcd344df15005fc42a07a6e55ca6c52b6ababb8cc8"),
    MULTI30K(
        "test_2016_flickr.fr.gz", 22310,
        "6d326e188d259fb1d04ac19eae3af956559b3a0b93d7635e56c90987c40c8b90"),
    MULTI30K(
        "test_2017_flickr.en.gz", 19138,
        "76a444ee25172e72695cddb13ae4a3bda59430617be88e0bb46b60504f054074"),
    MULTI30K(
        "test_2017_flickr.de.gz", 21471,
        "a2c89666db00c495cd8513b9d708d5a3acc205d7de312ef2bf5fb7ebc1540aee"),
    MULTI30K(
        "test_2017_flickr.fr.gz", 20434,
        "3ba671ceb2299f3304ffafefea7a833d08632fbaf0ba18546f8a2ec2391af496"),
    MULTI30K(
        "test_2017_mscoco.en.gz", 8844,
        "aab300bfb4427697987e02cd0aacd44bfe8aa50456231b6474c08038bbed2b58"),
    MULTI30K(
        "test_2017_mscoco.de.gz", 10230,
        "799e4854c25d601cb6cb6be29eabe5667734c61ace2f495e03e429031a0bc338"),
    MULTI30K(
        "test_2017_mscoco.fr.gz", 9751,
        "754f3072ba9f124569ba5258b32730fc1d214bbf8e0c6dfb2b74401676220db0"),
    MULTI30K(
        "test_2018_flickr.en.gz", 23514,
        "ef4f4844037d4c5dea75c9a8ed5fd78905967a26f67c255e230cc9780032654d"),
    MULTI30K(
        "test_2018_flickr.de.gz", 26461,
        "ddd0130c7d97482dc5197a02141dae8dd79f20f03586c480d675c09a32daf608"),
    MULTI30K(
        "test_2018_flickr.fr.gz", 25321,
        "fb2b83fcceb937a4f7e3e93c1c51c22aba92f1e342391e6b5ba392b16a920501"),
    {0},
};
const struct made_file multi30k_made[] = {
    WHOLE("multi30k/train.en.gz", 0),
    WHOLE("multi30k/train.de.gz", 1),
    WHOLE("multi30k/train.fr.gz", 2),
    WHOLE("multi30k/val.en.gz", 3),
    WHOLE("multi30k/val.de.gz", 4),
    WHOLE("multi30k/val.fr.gz", 5),
    WHOLE("multi30k/test_2016_flickr.en.gz", 6),
    WHOLE("multi30k/test_2016_flickr.de.gz", 7),
    WHOLE("multi30k/test_2016_flickr.fr.gz", 8),
    WHOLE("multi30k/test_2017_flickr.en.gz", 9),
    WHOLE("multi30k/test_2017_flickr.de.gz", 10),
    WHOLE("multi30k/test_2017_flickr.fr.gz", 11),
    WHOLE("multi30k/test_2017_mscoco.en.gz", 12),
    WHOLE("multi30k/test_2017_mscoco.de.gz", 13),
    WHOLE("multi30k/test_2017_mscoco.fr.gz", 14),
    WHOLE("multi30k/test_2018_flickr.en.gz", 15),
    WHOLE("multi30k/test_2018_flickr.de.gz", 16),
    WHOLE("multi30k/test_2018_flickr.fr.gz", 17),
    {0},
};
