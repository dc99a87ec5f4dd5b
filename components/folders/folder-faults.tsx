import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ShownFolder } from './folders-answer'

type Faults = NonNullable<ShownFolder['faults']>
type Named = Faults['named'][number]

/**
 * Counts the faults in Claude Code's memory, such as lines that it does not load; unfolds to list
 * them.
 */
export function FolderFaults({ folder, faults }: { folder: ShownFolder; faults: Faults }) {
  const t = useTranslations('Folders')
  const { counts, unloadedLines, named } = faults
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {unloadedLines > 0 ? (
        <p className="text-caution">{t('unloadedLines', { count: unloadedLines })}</p>
      ) : null}
      {all === 0 ? null : (
        <details>
          <summary
            className={classNames('w-fit cursor-pointer', counts.missing > 0 && 'text-caution')}
          >
            {counts.missing === all ? t('missing', { count: all }) : t('faults', { count: all })}
          </summary>
          <ul className="mt-1 mb-1 max-h-60 overflow-auto">
            {named.map((fault) => (
              <Fault
                key={`${fault.kind} ${fault.path} ${fault.about}`}
                fault={fault}
                storeId={folder.storeId}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Fault({ fault: { kind, path, about }, storeId }: { fault: Named; storeId: string }) {
  const t = useTranslations('Folders')
  const name = <VisibleLabel text={path} />
  return (
    <li className="flex flex-wrap gap-x-2">
      {kind === 'missing' ? (
        <span className="font-mono break-all">{name}</span>
      ) : (
        <Link
          href={`/stores/${storeId}?path=${encodeURIComponent(path)}`}
          className="min-w-0 font-mono break-all underline"
        >
          {name}
        </Link>
      )}
      <span>
        {t.rich(`fault_${kind}`, {
          about: () => (
            <code key="about" className="break-all">
              <VisibleLabel text={about} />
            </code>
          ),
        })}
      </span>
    </li>
  )
}
