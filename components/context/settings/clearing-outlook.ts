import type { Clearing } from '@/lib/context/context-settings'

/**
 * The condition under which a session's old tool results are cleared next, or the reason why they
 * are not.
 */
export type ClearingOutlook =
  | { kind: 'off' | 'keeps_reads' }
  | { kind: 'at_input_tokens' | 'at_tool_uses'; value: number }

/** `reading`: the tools of the session's set that read memory. */
export function clearingOutlook(
  { by, toolUses }: Pick<Clearing, 'by' | 'toolUses'>,
  reading: readonly string[],
): ClearingOutlook {
  if (by === 'off' || toolUses === null) return { kind: 'off' }
  if (reading.every((name) => toolUses.excludeTools.includes(name))) return { kind: 'keeps_reads' }
  const { type, value } = toolUses.trigger
  return { kind: `at_${type}`, value }
}
