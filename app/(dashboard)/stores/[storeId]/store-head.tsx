import {
  Ellipsis,
  FileX2,
  MessageSquarePlus,
  Plus,
  SearchCheck,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { ActWords, PageHead } from '@/components/frame/page'
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
  /** number of left-outs of its seeding */
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
  const session = {
    href: `/sessions/new?store=${store.id}`,
    label: t('Store.session'),
    Icon: MessageSquarePlus,
  }
  // On a phone they are in the menu.
  const links = [
    ...(isArchived ? [] : [session]),
    { href: `/redact?store=${store.id}`, label: t('Redact.link'), Icon: ShieldX },
    { href: `${address}/findings`, label: t('Findings.link'), Icon: SearchCheck },
    { href: `${address}/settings`, label: t('StoreSettings.title'), Icon: SlidersHorizontal },
  ]
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
            <Link
              href={`${address}/seed#left-out`}
              className="inline-flex items-center gap-1 text-caution hover:underline"
            >
              <FileX2 size={14} aria-hidden className="md:hidden" />
              <span aria-hidden className="md:hidden">
                {format.number(leftOut)}
              </span>
              <ActWords>{t('Seed.leftOutCount', { count: leftOut })}</ActWords>
            </Link>
          )}
          <StoreLive storeId={store.id} after={store.lastSequence} readAt={readAt} />
        </>
      }
      actions={
        isPast ? null : (
          <>
            {links.map(({ href, label, Icon }) => (
              <Link
                key={href}
                href={href}
                aria-label={label}
                title={label}
                className={`${buttonLook({ look: 'quiet', size: 'icon' })} max-md:hidden`}
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden />
              </Link>
            ))}
            {isArchived ? null : (
              <Link href={`${address}/seed`} className={buttonLook()}>
                <Plus size={15} aria-hidden /> <ActWords>{t('Seed.button')}</ActWords>
              </Link>
            )}
            <Menu label={t('Store.more')} button={<Ellipsis size={16} aria-hidden />}>
              <div className="md:hidden">
                {links.map(({ href, label }) => (
                  <MenuLink key={href} href={href}>
                    {label}
                  </MenuLink>
                ))}
              </div>
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
