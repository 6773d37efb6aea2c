/** A class that is made without arguments and whose properties carry class-validator's rules. */
export type DtoClass<T extends object = object> = new () => T;
