import {
  Ellipsis,
  MessageSquarePlus,
  Plus,
  SearchCheck,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { StoreLive } from '@/components/live/store-live'
import { Badge } from '@/components/ui/badge'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { shownSize } from '@/lib/text/shown-size'

export interface StoreHeadProps {
  store: MemoryStore
  /** at a past moment nothing can be changed, so that nothing offers it */
  isPast: boolean
  /** how much was left out when it was seeded */
  leftOut: number
  /** before the page was read; milliseconds since 1970 */
  readAt: number
}

/** The store's name and size, and what can be done with the whole of it. */
export async function StoreHead({ store, isPast, leftOut, readAt }: StoreHeadProps) {
  const t = await texts()
  const format = await formats()
  const address = `/stores/${store.id}`
  const isArchived = store.archivedAt !== null
  const exported = `/stores/${store.id}/export`
  return (
    <PageHead
      crumbs={[{ href: '/stores', label: t('Store.stores') }]}
      title={<VisibleLabel text={store.name} />}
      meta={
        <>
          {isPast ? null : (
            <span>
              {t('Store.summary', {
                memories: store.memoryCount,
                size: shownSize(format, store.byteSize),
              })}
            </span>
          )}
          {isArchived ? <Badge>{t('Store.archived')}</Badge> : null}
          {leftOut === 0 ? null : (
            <Link href={`${address}/seed#left-out`} className="text-caution hover:underline">
              {t('Seed.leftOutCount', { count: leftOut })}
            </Link>
          )}
          <StoreLive storeId={store.id} after={store.lastSequence} readAt={readAt} />
        </>
      }
      actions={
        isPast ? null : (
          <>
            {isArchived ? null : (
              <IconLink
                href={`/sessions/new?store=${store.id}`}
                label={t('Store.session')}
                Icon={MessageSquarePlus}
              />
            )}
            <IconLink href={`/redact?store=${store.id}`} label={t('Redact.link')} Icon={ShieldX} />
            <IconLink href={`${address}/findings`} label={t('Findings.link')} Icon={SearchCheck} />
            <IconLink
              href={`${address}/settings`}
              label={t('StoreSettings.title')}
              Icon={SlidersHorizontal}
            />
            {isArchived ? null : (
              <Link href={`${address}/seed`} className={buttonLook()}>
                <Plus size={15} aria-hidden /> {t('Seed.button')}
              </Link>
            )}
            <Menu label={t('Store.more')} button={<Ellipsis size={16} aria-hidden />}>
              <MenuLink href={`${address}/comments`}>{t('Comment.title')}</MenuLink>
              <MenuLink href={`${address}/policy`}>{t('Policy.title')}</MenuLink>
              <MenuRule />
              <MenuLink href={`${exported}?format=zip`} isDownload>
                {t('Store.exportZip')}
              </MenuLink>
              <MenuLink href={`${exported}?format=jsonl&history=true`} isDownload>
                {t('Store.exportHistory')}
              </MenuLink>
            </Menu>
          </>
        )
      }
    />
  )
}

function IconLink({ href, label, Icon }: { href: string; label: string; Icon: LucideIcon }) {
  return (
    <Link
      href={href}
      aria-label={label}
      title={label}
      className={buttonLook({ look: 'quiet', size: 'icon' })}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </Link>
  )
}
