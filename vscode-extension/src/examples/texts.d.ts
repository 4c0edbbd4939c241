// The bundler turns programs into texts.

declare module "*.c" {
  const text: string;
  export default text;
}

declare module "*.bp" {
  const text: string;
  export default text;
}

declare module "*.ip" {
  const text: string;
  export default text;
}
