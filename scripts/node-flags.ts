/**
 * How the server is started (`npm start`, deploy/). What a call makes and drops is collected after 16 MB of it, not after
 * one: a search in memory drops 0.2 MB, and every fifth moment of a busy server was spent collecting.
 */
export const NODE_FLAGS = ['--min-semi-space-size=16'];
