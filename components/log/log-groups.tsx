'use client'

import { Ellipsis, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { ActorMark } from '@/components/ui/actor-mark'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { Menu, MenuLink } from '@/components/ui/menu'
import { Sign, Sprite } from '@/components/ui/sprite'
import { ChangeRow } from './change-row'
import type { ShownGroup, ShownLog } from './shown-log'

/** Changes by day, newest first; neighbours that were made together are joined. */
export function LogGroups({ log }: { log: ShownLog }) {
  const t = useTranslations('Log')
  return (
    <>
      <Sprite icons={{ more: Ellipsis, undo: Undo2 }} />
      <ol aria-label={t('changes')} className="max-w-[72rem] space-y-6">
        {log.days.map(({ name, groups }) => (
          <li key={groups[0]?.changes[0]?.id}>
            <h2 className="mb-3 text-xs font-semibold text-ink-2 md:pl-[6.875rem]">{name}</h2>
            <ol className="space-y-4">
              {groups.map((group) => (
                <Group key={group.changes[0]?.id} group={group} log={log} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </>
  )
}

interface GroupProps {
  group: ShownGroup
  log: ShownLog
}

/** Rows of a group that are seen at once; the rest unfolds. */
const ROWS = 3

/** Changes that were made together: when, who did what and where, and each of them. */
function Group({ group, log }: GroupProps) {
  const t = useTranslations('Log')
  const { changes, at, size } = group
  const rows = changes.map((change) => <ChangeRow key={change.id} change={change} log={log} />)
  const atOnce = rows.length === ROWS + 1 ? rows.length : ROWS
  const rest = changes.slice(atOnce)
  const writer = log.writers[group.writer]
  const isWhole = !size.isCut && size.changeCount === changes.length
  // “9 more” would be taken for memories, which the head counts.
  const more = !isWhole ? 'moreOf' : size.changeCount === size.memoryCount ? 'more' : 'moreChanges'
  return (
    <li className="log-group">
      <span className="text-right text-xs leading-[22px] text-ink-3 max-md:hidden">
        <LocalTime time={at} shows="clock" />
      </span>
      {writer ? <ActorMark {...writer} /> : <span />}
      <div className="min-w-0">
        <GroupHead group={group} log={log} />
        <div className="mt-1.5 overflow-clip rounded-card border border-line max-md:-ml-[34px]">
          <ul>{rows.slice(0, atOnce)}</ul>
          {rest.length === 0 ? null : (
            <details open={rest.some(({ open }) => open !== undefined)}>
              <summary className="cursor-pointer px-3 py-1.5 text-xs font-medium text-ink-2 outline-offset-[-2px] hover:bg-hover max-md:py-2.5">
                {t(more, {
                  count: rest.length,
                  total: size.changeCount,
                  isCut: String(size.isCut),
                })}
              </summary>
              <ul>{rows.slice(atOnce)}</ul>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}

function GroupHead({ group, log }: GroupProps) {
  const t = useTranslations('Log')
  const { name, session, size, store, said, undo, at } = group
  return (
    <div className="flex min-h-[22px] items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <h3 className="wrap-anywhere">
          {t.rich('did', {
            deed: group.deed,
            count: size.memoryCount,
            isCut: String(size.isCut),
            name,
            who: () => (
              <Link key="who" href={group.actorHref} className="font-semibold hover:underline">
                <VisibleLabel text={name} />
              </Link>
            ),
          })}
        </h3>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-xs text-ink-3">
          {session?.title === undefined ? null : (
            <Link href={session.href} className="line-clamp-1 wrap-anywhere hover:underline">
              <VisibleLabel text={session.title} />
            </Link>
          )}
          {store ? (
            <Link href={`/stores/${store.id}`} className="wrap-anywhere hover:underline">
              <VisibleLabel text={store.name} />
            </Link>
          ) : null}
          {said === undefined ? null : (
            <span className="line-clamp-1 wrap-anywhere">
              <VisibleText text={said} />
            </span>
          )}
          <span className="md:hidden">
            <LocalTime time={at} shows="clock" />
          </span>
        </p>
      </div>
      {session ? (
        <span className="-my-0.5 shrink-0 max-md:-my-2.5">
          <Menu label={t('moreOfGroup')} size="small-icon" button={<Sign name="more" />}>
            <MenuLink href={log.sessionAddress.join(session.id)}>{t('onlySession')}</MenuLink>
            {session.isHere ? <MenuLink href={session.href}>{t('openSession')}</MenuLink> : null}
          </Menu>
        </span>
      ) : null}
      {undo === undefined ? null : (
        <Link
          href={undo}
          className={classNames(
            '-my-0.5 shrink-0 max-md:-my-2.5',
            buttonVariants({ variant: 'quiet', size: 'small' }),
          )}
          aria-label={t(group.undoes === 'session' ? 'undoSession' : 'undo')}
        >
          <Sign name="undo" />
          <span className="max-md:hidden">{log.undoWord}</span>
        </Link>
      )}
    </div>
  )
}
