import { ChevronRight, Plug } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { ConnectAgent } from './connect-agent'
import { addressOfServer } from './server-address'

/** Below the stores: how one more agent is connected, unfolded when asked for. */
export async function ConnectMore() {
  const t = await texts()
  return (
    <details className="group/connect border-t border-line px-5 py-3 max-md:px-4">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-control py-1 pr-2 font-medium text-ink-2 hover:text-ink max-md:min-h-11">
        <ChevronRight size={14} aria-hidden className="text-ink-3 group-open/connect:rotate-90" />
        <Plug size={15} strokeWidth={1.75} aria-hidden />
        {t('Welcome.connect')}
      </summary>
      <div className="mt-2 max-w-[60rem]">
        <ConnectAgent address={await addressOfServer()}>
          <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <Link href="/connections" className="text-ink-2 underline hover:text-ink">
              {t('Connections.overMcp')}
            </Link>
            <Link href="/guide/scripts" className="text-ink-2 underline hover:text-ink">
              {t('Guide.scripts')}
            </Link>
          </p>
        </ConnectAgent>
      </div>
    </details>
  )
}
