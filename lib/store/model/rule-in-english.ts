import type { ExpectedType, InputRule } from './invalid-input'

const EXPECTED: Record<ExpectedType, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  list: 'an array',
  object: 'an object',
}

const counted = (amount: number) => amount.toLocaleString('en')

/**
 * A rule as a phrase to follow the field's name ("must begin with /"), for the faces that are
 * English only: the API, the agents' tools and the command line.
 */
export function ruleInEnglish(broken: InputRule): string {
  switch (broken.rule) {
    case 'not_absolute':
      return 'must begin with /'
    case 'too_many_bytes':
      return `must be at most ${counted(broken.maximum)} bytes long in UTF-8`
    case 'control_or_format_characters':
      return `must not contain control or format characters (found ${broken.found})`
    case 'not_normalised':
      return 'must be in Unicode normalisation form NFC'
    case 'empty_segments':
      return 'must not contain empty segments (// or a / at the end)'
    case 'dot_segments':
      return 'must not contain the segments . or ..'
    case 'too_many_segments':
      return `must have at most ${broken.maximum} segments`
    case 'reserved':
      return `must not be ${broken.path}, which the sync client reserves`
    case 'nul_characters':
      return 'must not contain NUL characters'
    case 'lone_surrogates':
      return 'must not contain lone surrogates'
    case 'missing':
      return 'must be given'
    case 'wrong_type':
      return `must be ${EXPECTED[broken.expected]}`
    case 'not_one_of':
      return `must be one of ${broken.values}`
    case 'not_valid':
      return 'is not valid'
    case 'empty':
      return 'must not be empty'
    case 'too_long':
      return `must be at most ${broken.maximum} characters long`
    case 'not_unicode_text':
      return 'must be Unicode text without NUL'
    case 'control_characters':
      return 'must not contain control characters'
    case 'too_short_to_find':
      return `must have at least ${broken.minimum} characters in a line`
    case 'not_whole_number':
      return 'must be a whole number'
    case 'too_small':
      return broken.minimum === 0
        ? 'must not be negative'
        : `must be at least ${counted(broken.minimum)}`
    case 'too_large':
      return `must be at most ${counted(broken.maximum)}`
    case 'too_few_tokens':
      return `must be at least ${counted(broken.minimum)} tokens`
    case 'too_many':
      return `must be at most ${broken.maximum}`
    case 'empty_key':
      return 'must not have an empty key'
    case 'key_too_long':
      return `must have keys of at most ${broken.maximum} characters`
    case 'too_many_pairs':
      return `must have at most ${broken.maximum} pairs`
    case 'neither_content_nor_path':
      return 'must have content, path or both'
    case 'contains_redacted_text':
      return 'must not contain the text that is to go'
    case 'store_twice':
      return 'must not name a store twice'
    case 'not_a_call_of_this_session':
      return 'must be a call of this session'
    case 'not_a_model_name':
      return 'must be a name without spaces'
    case 'not_tool_names':
      return 'must be names of tools'
    case 'not_a_percentage':
      return 'must be from 1 to 100 percent'
    case 'not_ascending':
      return 'must have its thresholds in ascending order: warning, error, compaction'
  }
}
