import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { SegmentedChoice } from '@/components/ui/segmented'
import { Checkbox } from '@/components/ui/field'
import { plainName } from '@/lib/text/visible-text'

export interface StoreToChoose {
  id: string
  name: string
  description: string
  memoryCount: number
}

/** A store that is to be attached. */
export interface StoreAccess {
  storeId: string
  isReadOnly: boolean
  instructions: string
}

/** A session takes no more. */
const MOST = 8

export interface StoresToAttachProps {
  /** the one used last first */
  stores: readonly StoreToChoose[]
  attached: readonly StoreAccess[]
  onChange: (attached: readonly StoreAccess[]) => void
}

/** Which stores the agent has, and what it may do in each. */
export function StoresToAttach({ stores, attached, onChange }: StoresToAttachProps) {
  const t = useTranslations('NewSession')
  const isFull = attached.length >= MOST
  return (
    <fieldset>
      <legend className="flex flex-wrap items-baseline gap-x-2 pb-1.5">
        <span className="font-semibold">{t('stores')}</span>
        <span className="text-xs text-ink-3">{t('storesAbout')}</span>
      </legend>
      <ul className="max-h-80 overflow-y-auto rounded-card shadow-[inset_0_0_0_1px_var(--line-2)]">
        {stores.map(({ id, name, memoryCount }) => {
          const access = attached.find(({ storeId }) => storeId === id)
          return (
            <li
              key={id}
              className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
            >
              <Checkbox
                isTicked={access !== undefined}
                isOff={isFull && !access}
                onTick={(isTicked) =>
                  onChange(
                    isTicked
                      ? [...attached, { storeId: id, isReadOnly: false, instructions: '' }]
                      : attached.filter(({ storeId }) => storeId !== id),
                  )
                }
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className={access ? 'font-medium' : ''}>
                    <VisibleLabel text={name} />
                  </span>{' '}
                  <span className="text-ink-3 tabular-nums">
                    {t('memories', { count: memoryCount })}
                  </span>
                </span>
              </Checkbox>
              {access ? (
                <span className="ml-auto">
                  <SegmentedChoice
                    name={`access ${id}`}
                    legend={t('access', { name: plainName(name) })}
                    choices={[
                      { value: 'write', label: t('readAndWrite') },
                      { value: 'read', label: t('readOnly') },
                    ]}
                    value={access.isReadOnly ? 'read' : 'write'}
                    onChoose={(value) =>
                      onChange(
                        attached.map((each) =>
                          each === access ? { ...each, isReadOnly: value === 'read' } : each,
                        ),
                      )
                    }
                  />
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
