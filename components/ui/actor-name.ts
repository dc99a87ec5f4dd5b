import type { Writer } from '@/lib/store/model/actor'

/** `lib/sessions/settings` has it for the server: that module brings the schemas with it. */
export const PRACTICE = 'practice-agent'

/** What of a translator this needs; that of the namespace `Common.actorName`. */
type NameTexts = (
  key: 'you' | 'practiceAgent' | 'commandLine' | 'withoutKey' | 'merged' | 'computer' | 'server',
) => string

/** The name of an actor in the reader's language, where it has none of its own. */
export function actorName(
  t: NameTexts,
  { type, id, name }: Pick<Writer, 'type' | 'id' | 'name'>,
): string {
  if (name === PRACTICE) return t('practiceAgent')
  if (name !== null && name !== '') return name
  if (id === 'user_local') return t('you')
  if (id === 'user_command_line') return t('commandLine')
  if (id === 'apikey_none') return t('withoutKey')
  if (id === 'svcacct_merged') return t('merged')
  if (id.startsWith('folder_')) return t('computer')
  return type === 'service_account' ? t('server') : id.slice(-8)
}

/** The same with the title of the session, where somebody is to be told from others of that name. */
export const actorInFull = (
  t: NameTexts,
  writer: Pick<Writer, 'type' | 'id' | 'name' | 'title'>,
): string => [actorName(t, writer), writer.title ?? []].flat().join(', ')
