import { texts } from '@/components/i18n/server-texts'
import { MomentChoice } from '@/components/time/moment-choice'
import { Button, buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { listNamedMoments } from '@/lib/store/named-moments'
import { momentText } from './asked-moment'
import { type ComparedEnd, comparisonAddress, likelyWay } from './compared-ends'

export interface MomentsFormProps {
  store: MemoryStore
  from: ComparedEnd
  to: ComparedEnd
}

/** Chooses the two moments to compare; a plain form that works without a script. */
export async function MomentsForm({ store, from, to }: MomentsFormProps) {
  const t = await texts()
  const named = await listNamedMoments(database(), store.id)
  return (
    // The server validates: a browser would block the form for an invalid hidden field.
    <form
      action={`/stores/${store.id}/compare`}
      noValidate
      autoComplete="off"
      className="space-y-4"
    >
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        {(['from', 'to'] as const).map((name) => {
          const end = { from, to }[name]
          const { asked, moment, isUnclear } = end
          return (
            <MomentChoice
              key={`${name} ${momentText(asked)}`}
              end={name}
              way={likelyWay(end, named)}
              moment={moment}
              isNow={asked === 'now'}
              time={asked !== 'now' && 'time' in asked ? asked.time : moment.at}
              last={store.lastSequence}
              named={named.map(({ sequence, name }) => ({ sequence, name }))}
              isUnclear={isUnclear}
            />
          )
        })}
      </div>
      <div className="flex gap-2">
        <Button type="submit">{t('Changes.compare')}</Button>
        <Link
          href={comparisonAddress(store.id, to.asked, from.asked)}
          className={buttonLook({ look: 'quiet' })}
        >
          {t('Changes.swap')}
        </Link>
      </div>
    </form>
  )
}
