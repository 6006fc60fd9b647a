// Mock of c10/core/DeviceGuard.h.
#pragma once
#include <c10/core/Device.h>
#include <c10/util/Optional.h>
namespace c10 {
class DeviceGuard {
 public:
  explicit DeviceGuard() = delete;
  explicit DeviceGuard(Device device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
};
class OptionalDeviceGuard {
 public:
  explicit OptionalDeviceGuard();
  explicit OptionalDeviceGuard(Device device);
  explicit OptionalDeviceGuard(optional<Device> device);
  ~OptionalDeviceGuard();
};
} // namespace c10
