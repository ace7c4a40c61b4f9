// The exceptions of the JDK that code usually names, each with the class above it. What is not listed may be anything.

const below: Readonly<Record<string, string>> = {
  Throwable: 'Exception Error',
  Exception:
    'RuntimeException IOException InterruptedException ExecutionException TimeoutException CloneNotSupportedException ReflectiveOperationException GeneralSecurityException SQLException URISyntaxException ParseException BrokenBarrierException NamingException TransformerException SAXException ParserConfigurationException PrivilegedActionException DataFormatException JAXBException ScriptException ServletException',
  Error: 'AssertionError LinkageError VirtualMachineError IOError ThreadDeath ServiceConfigurationError',
  LinkageError: 'ExceptionInInitializerError NoClassDefFoundError UnsatisfiedLinkError IncompatibleClassChangeError',
  IncompatibleClassChangeError: 'NoSuchFieldError NoSuchMethodError IllegalAccessError AbstractMethodError',
  VirtualMachineError: 'OutOfMemoryError StackOverflowError InternalError',
  RuntimeException:
    'IllegalArgumentException IllegalStateException IndexOutOfBoundsException NullPointerException ArithmeticException ArrayStoreException ClassCastException NegativeArraySizeException UnsupportedOperationException NoSuchElementException ConcurrentModificationException IllegalMonitorStateException SecurityException EmptyStackException RejectedExecutionException CompletionException UncheckedIOException DateTimeException MissingResourceException UndeclaredThrowableException BufferOverflowException BufferUnderflowException TypeNotPresentException EnumConstantNotPresentException',
  IllegalArgumentException:
    'NumberFormatException IllegalThreadStateException PatternSyntaxException IllegalFormatException InvalidPathException UnsupportedCharsetException',
  IllegalStateException: 'CancellationException',
  IndexOutOfBoundsException: 'ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException',
  NoSuchElementException: 'InputMismatchException',
  UnsupportedOperationException: 'ReadOnlyBufferException',
  DateTimeException: 'DateTimeParseException',
  IOException:
    'FileNotFoundException EOFException UnsupportedEncodingException MalformedURLException UnknownHostException SocketException SocketTimeoutException FileSystemException CharacterCodingException ObjectStreamException ClosedChannelException InterruptedIOException ProtocolException SSLException ZipException RemoteException',
  SocketException: 'ConnectException BindException NoRouteToHostException',
  FileSystemException:
    'NoSuchFileException FileAlreadyExistsException DirectoryNotEmptyException AccessDeniedException',
  ObjectStreamException: 'NotSerializableException InvalidClassException',
  ReflectiveOperationException:
    'ClassNotFoundException IllegalAccessException InstantiationException InvocationTargetException NoSuchFieldException NoSuchMethodException',
  GeneralSecurityException: 'NoSuchAlgorithmException KeyException KeyStoreException CertificateException',
};

const parents = new Map(
  Object.entries(below).flatMap(([parent, names]) => names.split(' ').map((name) => [name, parent] as const)),
);

export function isKnownException(name: string): boolean {
  return name === 'Throwable' || parents.has(name);
}

/** The class and those above it, as far as they are known. */
export function exceptionLine(name: string): string[] {
  const line: string[] = [];
  for (let at: string | undefined = name; at !== undefined; at = parents.get(at)) line.push(at);
  return line;
}
