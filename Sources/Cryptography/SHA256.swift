#if canImport(CryptoKit)
    import CryptoKit
#elseif canImport(CCrypto)
    import CCrypto
#endif
