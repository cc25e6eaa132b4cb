/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory is there, or the program ends with one sentence and status 5.
 */
#include "base/xalloc.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tap.h"

enum { OUT_OF_MEMORY = 5 };

/* A sanitizer's malloc would rather end the program itself. */
const char *__asan_default_options(void);
const char *
__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* Read at run time, so that no compiler sees what is asked for. */
static size_t
huge(void)
{
	volatile size_t bytes = SIZE_MAX / 2 + 1;

	return bytes;
}

static void *
too_large(void)
{
	return xmalloc(huge());
}

static void *
too_large_zeroed(void)
{
	return xcalloc(huge(), 1);
}

static void *
overflowing(void)
{
	return xcalloc(huge(), 2);
}

static void *
overflowing_array(void)
{
	return xreallocarray(NULL, huge(), 2);
}

/* 2^63 + 1 elements of 2 bytes: 2 bytes by a product that wraps. */
static void *
wrapping_to_a_little(void)
{
	return xreallocarray(NULL, huge() + 1, 2);
}

static void *
growing_over(void)
{
	size_t capacity = huge() / 2;

	return xgrow(NULL, &capacity, capacity, 4, 1);
}

/* What a child that runs `take` says, and its exit status; -1 when it dies otherwise. */
static int
run(void *(*take)(void), char *said, size_t size)
{
	int ends[2], status;
	ssize_t length;

	fflush(stdout);
	if (pipe(ends) != 0)
		return -1;

	pid_t child = fork();

	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		_exit(take() ? 0 : 1);
	}
	close(ends[1]);
	for (*said = '\0'; (length = read(ends[0], said, size - 1)) > 0; size -= (size_t)length) {
		said += length;
		*said = '\0';
	}
	close(ends[0]);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
no_memory_ends_the_program(void)
{
	static const struct {
		void *(*take)(void);
		const char *name;
	} cases[] = {
		{too_large, "more than an address space"}, {too_large_zeroed, "the same, zeroed"},
		{overflowing, "a product that overflows, zeroed"},
		{overflowing_array, "a product that overflows"},
		{wrapping_to_a_little, "a product that wraps to two bytes"},
		{growing_over, "an array that can't double"},
	};
	char said[4000];

	for (size_t i = 0; i < COUNT(cases); i++) {
		is_int(run(cases[i].take, said, sizeof(said)), OUT_OF_MEMORY, cases[i].name);
		/* A sanitizer may have said something before. */
		const char *sentence = strstr(said, "cctrace: out of memory (");

		if (ok(sentence != NULL, "  with a sentence"))
			ok(strchr(sentence, '\n') == sentence + strlen(sentence) - 1,
				"  of one line");
	}
}

static void
nothing_is_not_out_of_memory(void)
{
	free(xmalloc(0));
	free(xcalloc(0, 8));
	free(xcalloc(8, 0));
	ok(true, "no bytes may be asked for");
}

static void
zeroed_is_zero(void)
{
	unsigned char *bytes = xcalloc(1000, 3);
	bool zero = true;

	for (size_t i = 0; i < 3000; i++)
		zero &= bytes[i] == 0;
	ok(zero, "every byte");
	free(bytes);
}

static void
a_copy_is_its_own(void)
{
	char text[] = "one";
	char *copy = xstrdup(text);

	text[0] = 'O';
	is_str(copy, "one", "a text is copied");
	free(copy);
	copy = xstrdup("");
	is_str(copy, "", "an empty one, too");
	free(copy);
}

static void
an_array_doubles_when_full(void)
{
	size_t capacity = 0;
	int *array = xgrow(NULL, &capacity, 0, sizeof(*array), 3);
	int *before;

	is_int((int64_t)capacity, 3, "its first room");
	array[0] = 10;
	array[1] = 11;
	before = array;
	array = xgrow(array, &capacity, 2, sizeof(*array), 3);
	ok(array == before && capacity == 3, "with room nothing moves");
	array[2] = 12;
	array = xgrow(array, &capacity, 3, sizeof(*array), 3);
	is_int((int64_t)capacity, 6, "full: twice as much");
	ok(array[0] == 10 && array[1] == 11 && array[2] == 12, "what it held is there");
	free(array);
}

int
main(void)
{
	no_memory_ends_the_program();
	nothing_is_not_out_of_memory();
	zeroed_is_zero();
	a_copy_is_its_own();
	an_array_doubles_when_full();
	return tap_done();
}
