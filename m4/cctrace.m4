# SPDX-License-Identifier: BSD-3-Clause
# CCTRACE_FLAGS(VARIABLE, FLAGS): keep those flags that the compiler takes without a word.
AC_DEFUN([CCTRACE_FLAGS], [
  $1=
  for cctrace_flag in m4_normalize([$2]); do
    cctrace_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $cctrace_flag"
    AC_MSG_CHECKING([whether $CC takes $cctrace_flag])
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes]); $1="$$1 $cctrace_flag"], [AC_MSG_RESULT([no])])
    CFLAGS=$cctrace_saved_CFLAGS
  done
])

# CCTRACE_OPTIONAL_LIBRARY(OPTION, PREFIX, MODULE, WHAT): use MODULE unless told not to.
AC_DEFUN([CCTRACE_OPTIONAL_LIBRARY], [
  AC_ARG_WITH([$1],
    [AS_HELP_STRING([--without-$1], [do without $4])], [], [with_$1=check])
  AS_IF([test "x$with_$1" != xno],
    [PKG_CHECK_MODULES([$2], [$3],
      [AC_DEFINE([HAVE_$2], [1], [Define to 1 for $4.])],
      [AS_IF([test "x$with_$1" != xcheck], [AC_MSG_FAILURE([$3 was not found])])])])
])
