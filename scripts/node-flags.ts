/**
 * How the server is started (`npm start`, deploy/). What a call makes and drops is collected after 16 MB of it, not after
 * one: a search in memory drops 0.2 MB, and every fifth moment of a busy server was spent collecting.
 */
export const NODE_FLAGS = ['--min-semi-space-size=16'];

/**
 * Beside them: glibc gives each thread a heap of its own to allocate from, eight for each core, and keeps what was freed
 * in them. With two an idle process holds 144 MiB in place of 153.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
