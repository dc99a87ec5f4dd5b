/** Stands for `server-only`, which outside of a build throws. */
export {}
