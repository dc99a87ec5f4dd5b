import type { Writer } from '@/lib/store/model/actor'

/** What of a translator this needs; that of the namespace `Common.actorName`. */
type NameTexts = (
  key: 'you' | 'commandLine' | 'withoutKey' | 'merged' | 'computer' | 'server',
) => string

/** The name of an actor in the reader's language, where it has none of its own. */
export function actorName(
  t: NameTexts,
  { type, id, name }: Pick<Writer, 'type' | 'id' | 'name'>,
): string {
  if (name !== null && name !== '') return name
  if (id === 'user_local') return t('you')
  if (id === 'user_command_line') return t('commandLine')
  if (id === 'apikey_none') return t('withoutKey')
  if (id === 'svcacct_merged') return t('merged')
  if (id.startsWith('folder_')) return t('computer')
  return type === 'service_account' ? t('server') : id.slice(-8)
}
