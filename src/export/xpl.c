/* SPDX-License-Identifier: BSD-3-Clause */
#include "export/xpl.h"

#include <inttypes.h>
#include <string.h>

#include "base/address.h"

enum { MICRO = 1000000 };

static void
put_time(const struct xpl *xpl, nsec time)
{
	nsec micros = time > 0 ? time / NSEC_PER_USEC : 0;

	fprintf(xpl->out, " %" PRId64 ".%06" PRId64, micros / MICRO, micros % MICRO);
}

static void
put_value(const struct xpl *xpl, int64_t value)
{
	int64_t rest = value % MICRO;

	if (xpl->decimals == 0)
		fprintf(xpl->out, " %" PRId64, value);
	else
		fprintf(xpl->out, " %s%" PRId64 ".%06" PRId64, value < 0 ? "-" : "",
			value < 0 ? -(value / MICRO) : value / MICRO, rest < 0 ? -rest : rest);
}

void
xpl_begin(struct xpl *xpl, const struct export_input *input, const char *what,
	const char *value_label)
{
	const struct connection *conn = input->tape->conn;
	const struct endpoint *from = &conn->end[input->dir], *to = &conn->end[!input->dir];
	struct address_text source = address_endpoint(from->address, conn->ip_version,
		from->port);
	struct address_text target = address_endpoint(to->address, conn->ip_version, to->port);

	fprintf(xpl->out, "timeval double\ntitle\n%s_==>_%s (%s)\nxlabel\ntime\nylabel\n%s\n",
		source.text, target.text, what, value_label);
}

void
xpl_end(struct xpl *xpl)
{
	fputs("go\n", xpl->out);
}

void
xpl_colour(struct xpl *xpl, const char *colour)
{
	if (xpl->colour && strcmp(xpl->colour, colour) == 0)
		return;
	xpl->colour = colour;
	fprintf(xpl->out, "%s\n", colour);
}

void
xpl_point(struct xpl *xpl, const char *shape, nsec time, int64_t value)
{
	fputs(shape, xpl->out);
	put_time(xpl, time);
	put_value(xpl, value);
	fputc('\n', xpl->out);
}

void
xpl_line(struct xpl *xpl, nsec time0, int64_t value0, nsec time1, int64_t value1)
{
	fputs("line", xpl->out);
	put_time(xpl, time0);
	put_value(xpl, value0);
	put_time(xpl, time1);
	put_value(xpl, value1);
	fputc('\n', xpl->out);
}

void
xpl_text(struct xpl *xpl, const char *where, nsec time, int64_t value, const char *text)
{
	xpl_point(xpl, where, time, value);
	fprintf(xpl->out, "%s\n", text);
}

bool
xpl_step(struct xpl *xpl, struct xpl_step *step, nsec time, int64_t value)
{
	bool begun = step->begun;

	if (begun)
		xpl_line(xpl, step->time, step->value, time, step->value);
	if (begun && value != step->value)
		xpl_line(xpl, time, step->value, time, value);
	*step = (struct xpl_step){time, value, true};
	return begun;
}
