import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'

const EXPORTS = [
  ['zip', 'format=zip'],
  ['tar', 'format=tar'],
  ['jsonl', 'format=jsonl'],
  ['history', 'format=jsonl&history=true'],
] as const

/** Downloads of a store, in each format that can be seeded from again. */
export async function ExportLinks({ storeId }: { storeId: string }) {
  const t = await texts()
  return EXPORTS.map(([name, query]) => (
    <a key={name} href={`/stores/${storeId}/export?${query}`} download className={buttonVariants()}>
      {t(`StoreSettings.${name}`)}
    </a>
  ))
}
