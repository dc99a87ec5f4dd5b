import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { StepKeys } from '@/components/ui/step-keys'
import { countLines } from '@/lib/text/text-diff'
import { ChangedLines } from './changed-lines'
import { UnifiedDiff } from './unified-diff'

/** How one memory changed, or would change. */
export interface FileChange {
  memoryId: string
  /** null: it is not there */
  before: FileState | null
  after: FileState | null
  /** where it can be looked at; null: nowhere */
  href: string | null
  /** what there is to say of it, in words; null: nothing */
  note: string | null
  /** where this one can be taken back; left out: nowhere */
  revertHref?: string
}

export interface FileState {
  path: string
  content: string
}

/** Lines that are shown of one file. */
const LINES_A_FILE = 400

/** Memories that changed, each with its difference; `n` and `p` lead from one to the next. */
export async function FileChanges({
  label,
  changes,
}: {
  label: string
  changes: readonly FileChange[]
}) {
  return (
    <>
      <StepKeys selector="[data-file-change]" next="n" previous="p" />
      <ol aria-label={label} className="space-y-3">
        {changes.map((change) => (
          <Change key={change.memoryId} change={change} />
        ))}
      </ol>
    </>
  )
}

async function Change({ change }: { change: FileChange }) {
  const t = await texts()
  const { before, after, href, note, revertHref } = change
  const lines = countLines(before?.content ?? '', after?.content ?? '')
  return (
    <li className="overflow-hidden rounded-md border border-line">
      <details open>
        <summary
          data-file-change
          className="flex cursor-pointer flex-wrap items-baseline gap-x-3 bg-surface px-3 py-1.5 text-[13px]"
        >
          <span className="w-20 shrink-0 text-faint">{t(`Changes.${kindOf(change)}`)}</span>
          <span className="font-mono font-medium break-all">{pathsOf(change)}</span>
          <span className="ml-auto">
            <ChangedLines lines={lines} />
          </span>
        </summary>
        {note === null ? null : <p className="px-3 py-1 text-[13px] text-attention">{note}</p>}
        <UnifiedDiff
          before={before?.content ?? ''}
          after={after?.content ?? ''}
          most={LINES_A_FILE}
        />
        <p className="flex gap-4 px-3 py-1 text-[13px]">
          {href === null ? null : (
            <Link href={href} className="text-accent hover:underline">
              {t('Changes.open')}
            </Link>
          )}
          {revertHref === undefined ? null : (
            <Link href={revertHref} className="text-accent hover:underline">
              {t('Changes.revert')}
            </Link>
          )}
        </p>
      </details>
    </li>
  )
}

function kindOf({ before, after }: FileChange): 'created' | 'deleted' | 'renamed' | 'modified' {
  if (!before) return 'created'
  if (!after) return 'deleted'
  return before.path === after.path ? 'modified' : 'renamed'
}

function pathsOf({ before, after }: FileChange): string {
  const paths = [before?.path, after?.path].filter((path) => path !== undefined)
  return [...new Set(paths)].join(' → ')
}
