/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/version.h"

#include <cairo.h>
#include <pcap/pcap.h>
#include <png.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZ4
#include <lz4.h>
#endif

void
version_print(FILE *out)
{
	fprintf(out, "cctrace %s\n%s, zlib %s, cairo %s, libpng %s", PACKAGE_VERSION,
		pcap_lib_version(), zlibVersion(), cairo_version_string(), png_get_libpng_ver(NULL));
#ifdef HAVE_ZSTD
	fprintf(out, ", zstd %s", ZSTD_versionString());
#endif
#ifdef HAVE_LZ4
	fprintf(out, ", lz4 %s", LZ4_versionString());
#endif
	fputs("\nLicence: BSD-3-Clause\n", out);
}
