import { clsx } from 'clsx'

/**
 * Joins class names. No two may set the same property: which one wins depends on the style sheet,
 * not on the order here.
 */
export const classNames = clsx
