/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/outfile.h"
#include "cctrace/export.h"
#include "export/kinds.h"

const struct export_kind export_kinds[] = {
	{"tcptrace", "tcptrace", xpl_tcptrace},
	{"rtt", "rtt", xpl_rtt},
	{"owin", "window-scaling", xpl_owin},
	{"throughput", "throughput", xpl_throughput},
	{NULL, NULL, NULL},
};

const struct export_kind *
export_of_graph(const char *graph)
{
	for (const struct export_kind *kind = export_kinds; kind->name; kind++)
		if (strcmp(kind->graph, graph) == 0)
			return kind;
	return NULL;
}

bool
export_xpl(const struct export_kind *kind, const struct export_input *input, const char *path,
	struct error *error)
{
	struct outfile file;

	if (!outfile_open(&file, path, error))
		return false;
	kind->write(input, file.stream);
	return outfile_commit(&file, error);
}
