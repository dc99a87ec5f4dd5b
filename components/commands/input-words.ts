import { plainFacts } from '@/components/i18n/plain-facts'
import type { Texts } from '@/components/i18n/texts'
import { INPUT_FIELDS, type InputPart, type InvalidInput } from '@/lib/store/model/invalid-input'
import { plainName } from '@/lib/text/plain-text'

/** Words an invalid input in the reader's language, with the limits of the rule that it breaks. */
export function inputWords(t: Texts, { field, ...broken }: InvalidInput): string {
  return t('Problem.invalid_input', {
    field: labelOf(t, field),
    rule: t(`Rule.${broken.rule}`, plainFacts(broken)),
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
