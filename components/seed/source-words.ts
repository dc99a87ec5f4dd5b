import type { Texts } from '@/components/i18n/texts'
import { plainName } from '@/lib/text/plain-text'

const PASTED = 'paste '
const LOOSE = 'files '
const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i

/** Names a source as people know it, by the label that identifies it (lib/transfer). */
export function sourceWords(t: Texts, label: string): string {
  const { kind, name } = split(label)
  if (kind === 'git') return t('Seed.sourceRepository', placed(name.replace(/#([^#]*)$/, inside)))
  if (kind === 'folder') return t('Seed.sourceFolder', placed(name))
  if (kind === 'jsonl' && name.startsWith(PASTED)) {
    return t('Seed.sourcePasted', { path: plainName(name.slice(PASTED.length)) })
  }
  if (kind !== 'zip' || ARCHIVE.test(name)) return plainName(name)
  if (!name.startsWith(LOOSE)) return t('Seed.sourceUploadedFolder', { name: plainName(name) })
  return t('Seed.sourceFiles', { names: plainName(name.slice(LOOSE.length)) })
}

function split(label: string) {
  const end = label.indexOf(':')
  return { kind: label.slice(0, end), name: label.slice(end + 1) }
}

const inside = (_: string, folder: string) => (folder === '' ? '' : `/${folder}`)

const placed = (path: string) => ({
  name: plainName(path.split('/').at(-1) ?? ''),
  path: plainName(path),
})
