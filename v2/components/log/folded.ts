/** Memories that are told of an entry before it is unfolded. */
export const FOLDED = 3
