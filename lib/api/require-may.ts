import type { Caller } from '@/lib/auth/caller'
import { type Action, may } from '@/lib/auth/may'
import { ApiError, MAY_NOT } from './api-error'

/** Refuses an action that the caller may not perform (lib/auth/may). */
export function requireMay(caller: Caller, action: Action): void {
  if (!may(caller, action)) throw new ApiError(403, 'permission_error', MAY_NOT[action])
}
