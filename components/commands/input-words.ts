import type { createTranslator } from 'use-intl/core'
import type { Messages } from '@/components/i18n/messages'
import {
  INPUT_FIELDS,
  type InputPart,
  type InputRule,
  type InvalidInput,
} from '@/lib/store/model/invalid-input'
import { plainName } from '@/lib/text/plain-text'

/** The texts of one language. */
type Texts = ReturnType<typeof createTranslator<Messages>>

/** What is wrong with an input, in the reader's language, with the rule's limits. */
export function inputWords(t: Texts, { field, ...broken }: InvalidInput): string {
  return t('Problem.invalid_input', {
    field: labelOf(t, field),
    rule: t(`Rule.${broken.rule}`, factsOf(broken)),
  })
}

function labelOf(t: Texts, part: InputPart): string {
  const [first, ...rest] = part.split('.')
  const field = INPUT_FIELDS.find((each) => each === first)
  if (!field) return plainName(part)
  const label = t(`InputField.${field}`)
  if (rest.length === 0) return label
  return t('Problem.input_part', { field: label, part: plainName(rest.join('.')) })
}

/** What a rule says beside itself; texts may hold what cannot be seen. */
function factsOf({ rule: _, ...facts }: InputRule): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries<string | number>(facts).map(([name, fact]) => [
      name,
      typeof fact === 'number' ? fact : plainName(fact),
    ]),
  )
}
