import { Footprints } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'

export interface ReachLinkProps {
  storeId: string
  changesetId: string
  /** the memory as the changeset left it */
  memory: { throughVersionId: string }
}

/**
 * Links to the readers of what a hunk wrote and their changes since; the key is `w` (`ReachKey`).
 */
export async function ReachLink({ storeId, changesetId, memory }: ReachLinkProps) {
  const t = await texts()
  return (
    <Link
      href={`/stores/${storeId}/reach/${memory.throughVersionId}?changeset=${changesetId}`}
      data-reach
      className={buttonVariants({ variant: 'quiet', size: 'small' })}
    >
      <Footprints size={13} aria-hidden />
      <span className="max-xl:sr-only">{t('Review.reach')}</span> <Kbd>W</Kbd>
    </Link>
  )
}
