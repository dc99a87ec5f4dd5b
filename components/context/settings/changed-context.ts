import type { ContextSettings } from '@/lib/context/context-settings'

type Changed<Of> = { [Key in keyof Of]?: Of[Key] }

/** The part of settings that was changed; of a group, only what was changed in it. */
export interface ChangedContext extends Changed<
  Omit<ContextSettings, 'clearing' | 'compaction' | 'reminders'>
> {
  clearing?: Changed<ContextSettings['clearing']>
  compaction?: Changed<ContextSettings['compaction']>
  reminders?: Changed<ContextSettings['reminders']>
}

/**
 * Returns only the settings in which `after` differs from `before`: others may have changed the
 * rest meanwhile.
 */
export function changedContext(before: ContextSettings, after: ContextSettings): ChangedContext {
  const { clearing, compaction, reminders, ...alone } = after
  return {
    ...changed(before, alone),
    clearing: changed(before.clearing, clearing),
    compaction: changed(before.compaction, compaction),
    reminders: changed(before.reminders, reminders),
  }
}

/** The entries of `after` that are not as in `before`. */
export function changed<Of extends object>(before: Of, after: Of): Changed<Of> {
  const said = new Map<string, unknown>(Object.entries(before))
  const isChanged = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(said.get(key))
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Changed<Of>
}
