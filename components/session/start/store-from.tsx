'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Select, type SelectOption } from '@/components/ui/select'
import type { ResetTo } from '@/lib/store/branches/reset-store'
import { plainName } from '@/lib/text/plain-text'
import { resetChoicesQuery } from './queries'

export interface StoreFromProps {
  storeId: string
  /** undefined: as it is */
  value: ResetTo | undefined
  /** whether a branch is made of it, which starts from there */
  isBranched: boolean
  onChoose: (to: ResetTo | undefined) => void
}

const NOW = 'now'
const SEED = 'seed'
/** Before the name of a moment, which may be one of the words above. */
const MOMENT = 'moment:'

/** Chooses the state that a session finds its store in; nothing if it has no other than the present one. */
export function StoreFrom({ storeId, value, isBranched, onChoose }: StoreFromProps) {
  const t = useTranslations('StoreChoice')
  const { data } = useQuery(resetChoicesQuery(storeId))
  if (!data || (!data.isSeeded && data.moments.length === 0)) return null
  const options: SelectOption<string>[] = [
    { value: NOW, label: t('fromNow') },
    ...(data.isSeeded ? [{ value: SEED, label: t('fromSeed') }] : []),
    ...data.moments.map((name) => ({ value: `${MOMENT}${name}`, label: plainName(name) })),
  ]
  return (
    <>
      <Select
        label={t('from')}
        isLabelHidden
        className="w-44 max-w-full"
        value={value === undefined ? NOW : value === 'seed' ? SEED : `${MOMENT}${value.moment}`}
        options={options}
        onChoose={(chosen) =>
          onChoose(
            chosen === NOW
              ? undefined
              : chosen === SEED
                ? 'seed'
                : { moment: chosen.slice(MOMENT.length) },
          )
        }
      />
      {value === undefined ? null : (
        <p className="order-last w-full pl-6 text-ink-2">
          {t(isBranched ? 'fromBranched' : 'fromReset')}
        </p>
      )}
    </>
  )
}
