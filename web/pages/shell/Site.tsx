import { Outlet } from 'react-router';
import { Shell } from './Shell.tsx';
import { useCartDocument } from './useCartDocument.ts';

export function Site() {
  const isLeaving = useCartDocument();
  return <Shell>{isLeaving ? <div className="min-h-dvh" /> : <Outlet />}</Shell>;
}
