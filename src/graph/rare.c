/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/rare.h"

#include <stdlib.h>
#include <string.h>

#include "base/si.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "graph/locate.h"

struct look {
	const char *name, *letter;
	enum glyph glyph;
	enum ink ink;
	bool thick;
};

/*
 * A retransmission's shape says what set it off: ACKs a triangle, a timer a square, the
 * loss of one that was itself sent again a diamond.
 */
static const struct look looks[RARE_COUNT] = {
	[RARE_PUSH] = {NULL, NULL, GLYPH_DIAMOND, INK_DATA, false},
	[RARE_TIE] = {NULL, NULL, GLYPH_LINE, INK_AGAIN, false},
	[RARE_CE] = {"marked CE: congestion", "CE", GLYPH_DIAMOND, INK_LATE, false},
	[RARE_ECE] = {"congestion echoed", "ECE", GLYPH_DIAMOND, INK_ACK, false},
	[RARE_KEEP_ALIVE] = {"keep-alives", "K", GLYPH_PLUS, INK_EVENT, false},
	[RARE_PROBE] = {"window probes", "P", GLYPH_CROSS, INK_EVENT, false},
	[RARE_THIRD] = {"third duplicate ACK", "3", GLYPH_TICK, INK_EVENT, false},
	[RARE_ZERO] = {"zero window", "Z", GLYPH_RING, INK_EVENT, false},
	[RARE_LATE] = {"filling a gap", NULL, GLYPH_BAR, INK_LATE, true},
	[RARE_LATE_LETTER] = {NULL, "O", GLYPH_RING, INK_LATE, false},
	[RARE_AGAIN] = {"retransmissions", NULL, GLYPH_BAR, INK_AGAIN, true},
	[RARE_UNKNOWN] = {NULL, "R", GLYPH_TRIANGLE, INK_AGAIN, false},
	[RARE_FAST] = {NULL, "Rf", GLYPH_TRIANGLE, INK_AGAIN, false},
	[RARE_SACK] = {NULL, "Rs", GLYPH_TRIANGLE, INK_AGAIN, false},
	[RARE_RACK] = {NULL, "Rr", GLYPH_TRIANGLE, INK_AGAIN, false},
	[RARE_LOST_AGAIN] = {NULL, "Rl", GLYPH_DIAMOND, INK_AGAIN, false},
	[RARE_TAIL_PROBE] = {NULL, "Rp", GLYPH_SQUARE, INK_AGAIN, false},
	[RARE_TIMEOUT] = {NULL, "Rt", GLYPH_SQUARE, INK_AGAIN, false},
};

static const uint8_t kind_of_cause[CAUSE_COUNT] = {
	[CAUSE_UNKNOWN] = RARE_UNKNOWN, [CAUSE_FAST] = RARE_FAST, [CAUSE_SACK] = RARE_SACK,
	[CAUSE_RACK] = RARE_RACK, [CAUSE_TLP] = RARE_TAIL_PROBE,
	[CAUSE_TIMEOUT] = RARE_TIMEOUT, [CAUSE_LOST_AGAIN] = RARE_LOST_AGAIN,
};

enum { ECN_CE = 3 }; /* RFC 3168 5 */

static void
add(struct rare *rare, enum rare_kind kind, struct point point)
{
	struct rare_list *list = &rare->list[kind];

	list->points = xgrow(list->points, &list->capacity, list->count,
		sizeof(*list->points), 16);
	list->points[list->count++] = point;
}

static void
add_at(struct rare *rare, enum rare_kind kind, nsec x, stroff y)
{
	add(rare, kind, (struct point){x, y, y});
}

/* ---- finding ---- */

/* More lines than these are a blot. */
enum { TIES_MAX = 8, TIES_APART = 8, TIE_POINTS = 3 };

/* Searching for what was sent before costs time, which a storm must not multiply. */
enum { TIE_BUDGET = 1 << 22 };

struct search {
	struct rare *rare;
	const struct tape *tape;
	uint8_t dir;
	bool pushes;
	nsec tie_min;
	nsec tied;               /* when the last one that has a tie was sent again */
	size_t budget;
};

/* One more than may be: the shortest goes, of equals the latest. */
static void
keep_longest(struct rare_list *ties)
{
	size_t shortest = 0;
	nsec least = INT64_MAX;

	if (ties->count <= TIES_MAX * TIE_POINTS)
		return;
	for (size_t i = 0; i < ties->count; i += TIE_POINTS) {
		nsec length = ties->points[i + 1].x - ties->points[i].x;

		if (length <= least) {
			least = length;
			shortest = i;
		}
	}
	ties->count -= TIE_POINTS;
	memmove(ties->points + shortest, ties->points + shortest + TIE_POINTS,
		(ties->count - shortest) * sizeof(*ties->points));
}

static void
add_tie(struct search *search, size_t row)
{
	const struct tape *tape = search->tape;
	nsec x = drawing_time(tape, row), before;
	size_t original;
	bool found = locate_sent_before(tape, row, search->budget, &original);
	size_t visited = found ? row - original : row;

	search->budget -= visited < search->budget ? visited : search->budget;
	if (!found)
		return;
	before = drawing_time(tape, original);
	/* What is sent again together is tied once, or the lines are a band. */
	if (x - before < search->tie_min || x - search->tied < (x - before) / TIES_APART)
		return;
	search->tied = x;
	/* At its foot the ACK line may run. */
	add_at(search->rare, RARE_TIE, before, tape->begin[row] + (stroff)tape->length[row] / 2);
	add_at(search->rare, RARE_TIE, x, tape->begin[row] + (stroff)tape->length[row] / 2);
	add_at(search->rare, RARE_TIE, x, POINT_GAP);
	keep_longest(&search->rare->list[RARE_TIE]);
}

static void
find_again(struct search *search, size_t row, struct point bar)
{
	const struct tape *tape = search->tape;
	uint8_t cause = tape->cause[row];
	unsigned kind = kind_of_cause[cause < CAUSE_COUNT ? cause : CAUSE_UNKNOWN];

	add(search->rare, RARE_AGAIN, bar);
	add_at(search->rare, kind + (tape->spurious[row] ? 0 : 1), bar.x,
		bar.lo + (bar.hi - bar.lo) / 2);
	add_tie(search, row);
}

static void
find_data(struct search *search, size_t row)
{
	const struct tape *tape = search->tape;
	struct rare *rare = search->rare;
	struct point bar = {drawing_time(tape, row), tape->begin[row],
		tape->begin[row] + (stroff)tape->length[row]};

	switch (tape->data_class[row]) {
	case DATA_AGAIN:
		find_again(search, row, bar);
		break;
	case DATA_LATE:
		add(rare, RARE_LATE, bar);
		add_at(rare, RARE_LATE_LETTER, bar.x, bar.lo + (bar.hi - bar.lo) / 2);
		break;
	case DATA_KEEP_ALIVE:
		add(rare, RARE_KEEP_ALIVE, bar);
		break;
	case DATA_PROBE:
		add(rare, RARE_PROBE, bar);
		break;
	default:
		break;
	}
	if (tape->ecn[row] == ECN_CE)
		add_at(rare, RARE_CE, bar.x, bar.lo);
	if (search->pushes && tape->flags[row] & TCP_PSH && bar.hi > bar.lo)
		add_at(rare, RARE_PUSH, bar.x, bar.hi);
}

static void
find_ack(struct search *search, size_t row)
{
	const struct tape *tape = search->tape;
	nsec x = drawing_time(tape, row);
	stroff y = tape->ack[row];

	if (!drawing_is_ack(tape, row, search->dir))
		return;
	if (tape->dup_acks[row] == 3 && tape->ack_class[row] == ACK_DUPLICATE)
		add_at(search->rare, RARE_THIRD, x, y);
	if (tape->window[row] == 0 && tape->has[row] & HAS_WINDOW
		&& !(tape->flags[row] & (TCP_SYN | TCP_FIN)))
		add_at(search->rare, RARE_ZERO, x, y);
	/* On a SYN it only asks whether the other side knows ECN (RFC 3168 6.1.1). */
	if (tape->flags[row] & TCP_ECE && !(tape->flags[row] & TCP_SYN))
		add_at(search->rare, RARE_ECE, x, y);
}

/* Most rows are neither, by columns of one or two bytes. */
static inline bool
is_rare_data(const struct search *search, size_t row)
{
	const struct tape *tape = search->tape;
	uint8_t class = tape->data_class[row];

	return class != DATA_COPY && (class > DATA_NEW || tape->ecn[row] == ECN_CE
		|| (search->pushes && tape->flags[row] & TCP_PSH));
}

static inline bool
is_rare_ack(const struct search *search, size_t row)
{
	const struct tape *tape = search->tape;

	return tape->dup_acks[row] == 3 || tape->window[row] == 0
		|| tape->flags[row] & TCP_ECE;
}

void
rare_find(struct rare *rare, const struct tape *tape, enum direction dir, nsec tie_min,
	bool pushes)
{
	struct search search = {rare, tape, (uint8_t)dir, pushes, tie_min,
		-DRAWING_TIME_MAX, TIE_BUDGET};

	*rare = (struct rare){0};
	for (size_t row = 0; row < tape->rows; row++)
		if (tape->dir[row] == search.dir) {
			if (is_rare_data(&search, row))
				find_data(&search, row);
		} else if (is_rare_ack(&search, row)) {
			find_ack(&search, row);
		}
}

void
rare_fini(struct rare *rare)
{
	for (int kind = 0; kind < RARE_COUNT; kind++)
		free(rare->list[kind].points);
}

/* ---- layers ---- */

/* Behind every loss there is one: so many letters would bury those of the losses. */
enum { THIRD_LETTERS_MAX = 20 };

static uint32_t
sum(const uint32_t by_cause[CAUSE_COUNT])
{
	uint32_t total = 0;

	for (int cause = 0; cause < CAUSE_COUNT; cause++)
		total += by_cause[cause];
	return total;
}

const char *
rare_causes(struct scene *scene, const uint32_t by_cause[CAUSE_COUNT], uint32_t spurious)
{
	static const struct {
		enum again_cause cause;
		const char *one, *many;
	} words[] = {
		{CAUSE_FAST, "fast", "fast"}, {CAUSE_SACK, "SACK", "SACK"},
		{CAUSE_RACK, "RACK", "RACK"}, {CAUSE_TLP, "tail probe", "tail probes"},
		{CAUSE_TIMEOUT, "timeout", "timeouts"},
		{CAUSE_LOST_AGAIN, "lost again", "lost again"},
		{CAUSE_UNKNOWN, "unknown", "unknown"},
	};
	struct strbuf text = {0};
	const char *kept = NULL;
	uint32_t total = sum(by_cause);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		uint32_t count = by_cause[words[i].cause];
		const char *word = count == 1 ? words[i].one : words[i].many;

		/* When they have one cause its number is that of all. */
		if (count == total && words[i].cause != CAUSE_UNKNOWN && count)
			strbuf_printf(&text, "%s%s", count > 1 ? "all " : "", word);
		else if (count && count < total)
			strbuf_printf(&text, "%s%s %s", text.length ? ", " : "",
				si_count(count).text, word);
	}
	if (spurious)
		strbuf_printf(&text, "%s%s needless", text.length ? "; " : "",
			si_count(spurious).text);
	if (text.length)
		kept = scene_text(scene, "%s", strbuf_text(&text));
	strbuf_fini(&text);
	return kept;
}

static const char *
causes_found(const struct rare *rare, struct scene *scene)
{
	uint32_t by_cause[CAUSE_COUNT], spurious = 0;

	for (int cause = 0; cause < CAUSE_COUNT; cause++) {
		const struct rare_list *list = &rare->list[kind_of_cause[cause]];

		by_cause[cause] = (uint32_t)(list[0].count + list[1].count);
		spurious += (uint32_t)list[0].count;
	}
	return rare_causes(scene, by_cause, spurious);
}

/* Of a pair the first is hollow, the second has the look's other properties. */
static struct look
look_of(enum rare_kind kind, bool *hollow)
{
	*hollow = kind >= RARE_UNKNOWN && (kind - RARE_UNKNOWN) % 2 == 0;
	return looks[kind >= RARE_UNKNOWN && !*hollow ? kind - 1 : kind];
}

static void
add_layer(const struct rare *rare, struct drawing *drawing, enum rare_kind kind)
{
	const struct rare_list *list = &rare->list[kind];
	bool hollow;
	struct look look = look_of(kind, &hollow);
	struct layer *layer = drawing_points(drawing, look.name, look.glyph, look.ink,
		list->points, list->count);

	if (!layer)
		return;
	layer->letter = kind == RARE_THIRD && list->count > THIRD_LETTERS_MAX ? NULL
		: look.letter;
	layer->thick = look.thick;
	layer->hollow = hollow || kind == RARE_PUSH;
	if (look.name)
		layer->count = list->count;
	if (kind == RARE_AGAIN)
		layer->detail = causes_found(rare, drawing->scene);
}

void
rare_layers(const struct rare *rare, struct drawing *drawing, enum rare_kind first,
	enum rare_kind last)
{
	for (unsigned kind = first; kind <= (unsigned)last; kind++)
		add_layer(rare, drawing, kind);
}
