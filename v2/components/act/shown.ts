import { z } from 'zod'

declare const mark: unique symbol

/** A schema of input that names what the person was shown. */
export type Shown<T extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<T> & {
  readonly [mark]: true
}

/**
 * The input of an act on something shown. `seen` names what was shown and is compared with what
 * stands there: a hash, a revision, the end of a history. `rest` is what the act needs besides.
 */
export function shown<T extends z.ZodRawShape, U extends z.ZodRawShape>(
  seen: T,
  rest: U,
): Shown<T & U> {
  return z.object({ ...seen, ...rest }) as unknown as Shown<T & U>
}
