import { clsx } from 'clsx'

/**
 * Class names put together. None may set what another one sets: which of the two holds is the style
 * sheet's choice, not the order here.
 */
export const classNames = clsx
