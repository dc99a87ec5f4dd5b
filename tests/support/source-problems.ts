import type { SourceProblem } from '@/lib/store/model/source-problem'

type Code = SourceProblem['code']

const path = '/srv/notes'

/** Every kind of problem with a source; a missing kind is a compile error. */
const EXAMPLES: { [Each in Code]: Extract<SourceProblem, { code: Each }> } = {
  nothing_there: { code: 'nothing_there', path },
  unreadable: { code: 'unreadable', path, errno: 'EACCES' },
  not_a_folder: { code: 'not_a_folder', path },
  is_a_folder: { code: 'is_a_folder', path },
  not_a_file: { code: 'not_a_file', path },
  moved_while_read: { code: 'moved_while_read', path },
  folder_not_allowed: { code: 'folder_not_allowed', path, allowed: '/srv/other' },
  unknown_format: { code: 'unknown_format' },
  damaged: { code: 'damaged' },
  zip_damaged: { code: 'zip_damaged', how: 'ends_early' },
  tar_damaged: { code: 'tar_damaged', detail: 'Unexpected end of data' },
  zip_shares_bytes: { code: 'zip_shares_bytes' },
  too_many_files: { code: 'too_many_files', kind: 'tar', maximum: 100_000 },
  too_large: { code: 'too_large', kind: 'folder', maximum: 2_000_000 },
  unpacks_too_large: { code: 'unpacks_too_large', size: 1000, maximum: 3_000_000 },
  too_many_lines: { code: 'too_many_lines', maximum: 10_000_000 },
  took_too_long: { code: 'took_too_long', seconds: 900 },
  upload_too_large: { code: 'upload_too_large', maximum: 4_000_000 },
  line_too_long: { code: 'line_too_long', line: 7, maximum: 67_108_864 },
  line_not_utf8: { code: 'line_not_utf8', line: 7 },
  line_not_json: { code: 'line_not_json', line: 7 },
  line_too_many_values: { code: 'line_too_many_values', line: 7, maximum: 500_000 },
  line_invalid: { code: 'line_invalid', line: 7, detail: 'changes.0.op Invalid input' },
  git_leads_out: { code: 'git_leads_out', part: '/srv/notes/.git', path: '/srv/other' },
  git_leads_on: { code: 'git_leads_on', path },
  git_setting_leads_out: { code: 'git_setting_leads_out', setting: 'include.path', path },
  git_content_missing: { code: 'git_content_missing', id: 'abc123' },
  git_ended_early: { code: 'git_ended_early' },
  git_not_installed: { code: 'git_not_installed' },
  git_failed: { code: 'git_failed', detail: 'fatal: bad object' },
}

export const SOURCE_PROBLEMS: readonly SourceProblem[] = Object.values(EXAMPLES)
