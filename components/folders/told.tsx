import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import { groupedBy } from '@/lib/text/lists'
import { shownSize } from '@/lib/text/human-size'
import { NAMED, type ShownFolder } from './words'

/** What is to be said of a folder in step, below its row: what is left out, what failed, what its memory lacks. */
export function FolderTold({ folder }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  const { report, said, isTwoWay } = folder
  const { failures, conflicts, notOnDisk, passedOver, left, leftCount } = report
  return (
    <ul className="grid gap-1.5 border-b border-line bg-well px-4 py-3 text-xs text-ink-2">
      {folder.isInRepository ? <li>{t('inRepository')}</li> : null}
      {conflicts.length === 0 ? null : (
        <Told words={t('conflicts', { count: conflicts.length })}>
          {conflicts.map((path) => (
            <Named key={path} path={path}>
              <Link
                href={`/stores/${folder.storeId}?${new URLSearchParams({ path, view: 'merge' })}`}
              >
                {t('merge')}
              </Link>
            </Named>
          ))}
        </Told>
      )}
      {failures.length === 0 ? null : (
        <Told words={t('failures', { count: failures.length })}>
          {failures.slice(0, NAMED).map(({ path, problem, about }) => (
            <Named key={path} path={path}>
              {t(`problem_${problem}`, { about })}
            </Named>
          ))}
        </Told>
      )}
      {notOnDisk.count === 0 || (isTwoWay && failures.length > 0) ? null : (
        <Told words={t('notOnDisk', { count: notOnDisk.count })}>
          {notOnDisk.paths.slice(0, NAMED).map((path) => (
            <Named key={path} path={path} />
          ))}
        </Told>
      )}
      {said ? <SaidOf said={said} /> : null}
      {leftCount === 0 ? null : (
        <Told words={t('left', { count: leftCount })}>
          {left.slice(0, NAMED).map(({ path, reason, about, size }) => (
            <Named key={`${reason} ${path}`} path={path}>
              {t(`left_${reason}`, { about })}
              {size === null ? null : ` · ${shownSize(format, size)}`}
            </Named>
          ))}
        </Told>
      )}
      {passedOver.count === 0 ? null : (
        <li className="wrap-anywhere">
          {t('passedOver', { count: passedOver.count })}{' '}
          <VisibleLabel text={passedOver.names.slice(0, NAMED).join(', ')} />
        </li>
      )}
    </ul>
  )
}

/** What is said of the files, most of it of Claude Code's memory. */
function SaidOf({ said: { loaded, faults } }: { said: NonNullable<ShownFolder['said']> }) {
  const t = useTranslations('Folders')
  const groups = [...groupedBy(faults, ({ kind }) => kind)]
  const left = loaded?.left ?? null
  return (
    <>
      {loaded && loaded.unloaded > 0 ? (
        <li className="text-caution">{t('unloaded', { count: loaded.unloaded })}</li>
      ) : null}
      {left === null ? null : (
        <li>
          {'lines' in left
            ? t('linesLeft', { count: left.lines })
            : t('charactersLeft', { count: left.characters })}
        </li>
      )}
      {groups.map(([kind, some]) => (
        <Told key={kind} words={t(`fault_${kind}`, { count: some.length })}>
          {some.slice(0, NAMED).map((fault) => (
            <Named key={`${fault.path} ${'about' in fault ? fault.about : ''}`} path={fault.path}>
              {'about' in fault ? <VisibleLabel text={fault.about} /> : null}
            </Named>
          ))}
        </Told>
      ))}
    </>
  )
}

/** A sentence with what it is about. */
export function Told({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li>
      <details>
        <summary className="cursor-pointer py-1">{words}</summary>
        <ul className="pt-1 pl-4">{children}</ul>
      </details>
    </li>
  )
}

export function Named({ path, children }: { path: string; children?: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-wrap gap-x-2">
      <span className="font-mono wrap-anywhere">
        <VisibleLabel text={path} />
      </span>
      <span className="text-ink-3">{children}</span>
    </li>
  )
}
