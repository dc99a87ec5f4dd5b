import 'server-only'
import { FlaskConical } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { failingTests } from '@/lib/memory-tests/read-tests'

/** Leads from a store's head to its tests: an icon, with a sign while one fails. */
export async function TestsLink({ storeId }: { storeId: string }) {
  const t = await texts()
  const failing = await failingTests(database(), storeId)
  const label =
    failing === 0 ? t('MemoryTests.ofStore') : t('MemoryTests.ofStoreFailing', { count: failing })
  return (
    <Link
      href={`/stores/${storeId}/tests`}
      aria-label={label}
      title={label}
      className={classNames(buttonVariants({ variant: 'quiet', size: 'icon' }), 'relative')}
    >
      <FlaskConical size={16} aria-hidden />
      {failing === 0 ? null : (
        <span
          aria-hidden
          className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[10px] leading-none font-semibold text-on-danger"
        >
          {failing}
        </span>
      )}
    </Link>
  )
}
