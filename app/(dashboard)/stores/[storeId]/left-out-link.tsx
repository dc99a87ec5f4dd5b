import { FileX2 } from 'lucide-react'
import { ActWords } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'

/** Says how much was left out when the store was seeded; nothing if nothing was. */
export async function LeftOutLink({ storeId, count }: { storeId: string; count: number }) {
  if (count === 0) return null
  const [t, format] = await Promise.all([texts(), formats()])
  return (
    <Link
      href={`/stores/${storeId}/seed#left-out`}
      className="inline-flex items-center gap-1 text-caution hover:underline"
    >
      <FileX2 size={14} aria-hidden className="md:hidden" />
      <span aria-hidden className="md:hidden">
        {format.number(count)}
      </span>
      <ActWords>{t('Seed.leftOutCount', { count })}</ActWords>
    </Link>
  )
}
