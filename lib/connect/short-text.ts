import { z } from 'zod'

/**
 * Longest name that a program gives its sessions, calls, tools and models, in characters; a real
 * one has some 40.
 */
export const MAX_ID = 200

/** A path as a system takes it, in characters. */
export const MAX_PATH = 4_096

/**
 * A text that is kept as another program gives it: bounded, and without the NUL that no database
 * takes.
 */
export const shortText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[^\0]*$/, 'must not hold a NUL')
