/** Whether the key is an input method's, by which somebody chooses among its words (229: Safari's last one). */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const { isComposing: composes, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return composes || keyCode === 229;
}
