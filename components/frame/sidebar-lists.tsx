'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import type { FrameLists } from './frame-lists'
import { MAX_STORES } from './most-counted'
import { frameListsQuery } from './queries'
import { sessionTitle } from '@/components/session/session-title'

/** The sessions that run and the newest stores, below the sections; not on the rail. */
export function SidebarLists({ initial }: { initial: FrameLists }) {
  const t = useTranslations('Nav')
  const texts = useTranslations()
  const format = useFormatter()
  const pathname = usePathname()
  const query = frameListsQuery(initial)
  const queries = useQueryClient()
  const { running, isMoreRunning, stores, storeCount } = useQuery(query).data
  // An act of this page renders the frame anew: what it deleted is gone from the lists at once.
  useEffect(() => {
    queries.setQueryData(query.queryKey, initial)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [initial])
  return (
    <div className="min-h-0 rail:hidden">
      {running.length === 0 ? null : (
        <List title={t('liveNow')}>
          {running.map(({ id, title }) => (
            <Entry key={id} href={`/sessions/${id}`} pathname={pathname}>
              <span aria-hidden className="live-dot" />
              <Name text={sessionTitle(texts, format, { id, title })} />
            </Entry>
          ))}
          {isMoreRunning ? (
            <Entry href="/sessions" pathname={pathname}>
              {t('moreRunning')}
            </Entry>
          ) : null}
        </List>
      )}
      {stores.length === 0 ? null : (
        <List title={t('stores')}>
          {stores.map(({ id, name }) => (
            <Entry key={id} href={`/stores/${id}`} pathname={pathname}>
              <Name text={name} />
            </Entry>
          ))}
          {storeCount > stores.length ? (
            <Entry href="/stores" pathname={pathname}>
              {t('allStores', { count: storeCount, isMore: String(storeCount > MAX_STORES) })}
            </Entry>
          ) : null}
        </List>
      )}
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 pt-4 pb-1 text-label font-semibold text-ink-3">{title}</h2>
      <ul className="grid gap-px">{children}</ul>
    </section>
  )
}

interface EntryProps {
  href: string
  pathname: string
  children: ReactNode
}

function Entry({ href, pathname, children }: EntryProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        aria-current={pathname === href ? 'page' : undefined}
        className="flex h-7 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-desk-hover hover:text-ink aria-[current]:text-ink aria-[current]:font-medium"
      >
        {children}
      </Link>
    </li>
  )
}

/** Cut where the sidebar ends. */
function Name({ text }: { text: string }) {
  return (
    <span className="min-w-0 truncate">
      <VisibleLabel text={text} />
    </span>
  )
}
