export function compileKernel(options?: {
  readonly edit?: (text: string, name: string) => string;
  readonly optimized?: boolean;
}): Promise<Uint8Array>;
export function kernelModule(bytes: Uint8Array): string;
