import 'server-only'
import { Coins } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'

/** Leads from a store's head to what its memory costs. */
export async function CostLink({ storeId }: { storeId: string }) {
  const label = (await texts())('Cost.ofStore')
  return (
    <Link
      href={`/stores/${storeId}/cost`}
      aria-label={label}
      title={label}
      className={buttonVariants({ variant: 'quiet', size: 'icon' })}
    >
      <Coins size={16} aria-hidden />
    </Link>
  )
}
