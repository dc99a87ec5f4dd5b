import type { Actor } from '@/lib/store/model/actor'

/** Whoever writes by Claude Code. */
export const CLAUDE_CODE: Actor = { type: 'service_account', id: 'svac_11111111111ClaudeCode' }

/** The writer in a folder, as far as nobody says more: something on this computer. */
export const ON_THIS_COMPUTER: Actor = {
  type: 'service_account',
  id: 'svac_1111111111111Computer',
}
