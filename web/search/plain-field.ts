/** The field of PlainSearch: what somebody wrote there goes on in the one that takes its place. */
export const plainField: { current: HTMLInputElement | null } = { current: null };

export function takePlainField(): { text: string; focused: boolean } {
  const field = plainField.current;
  plainField.current = null;
  return { text: field?.value ?? '', focused: field !== null && document.activeElement === field };
}
