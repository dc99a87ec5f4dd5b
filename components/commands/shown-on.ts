import type { ActionResult } from './action-result'

/**
 * The address below which pages show what a command may have changed, given its parsed input and its
 * result; null: none does.
 */
export type ShownOn<Input, Value> = (input: Input, result: ActionResult<Value>) => string | null

/** All pages of one store. */
export const storePages = ({ storeId }: { storeId: string }) => `/stores/${storeId}`

/** Every page: what changed stands on pages of several kinds, or in the frame of all. */
export const everyPage = () => '/'
